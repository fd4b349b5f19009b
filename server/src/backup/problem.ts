/** Why a backup or a restore did not happen: a sentence for whoever asked for it. */
export class BackupProblem extends Error {}

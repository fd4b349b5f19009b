/** How much a test draws: so much where somebody waits for it, and so much in `npm test -- --all`. */
export const drawn = (quick: number, whole: number): number => (process.env['TEST_DEPTH'] === 'whole' ? whole : quick);

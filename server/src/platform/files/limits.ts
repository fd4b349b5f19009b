export type FileKind = 'csv' | 'xlsx';

export interface Limits {
  /** Size of the upload. */
  bytes: number;
  /** Rows below the header that hold anything. */
  rows: number;
  columns: number;
  /** Cells that hold anything, and what all of them hold together; a text that cells share counts in each. */
  cells: number;
  characters: number;
  cellCharacters: number;
  /** Parts in the archive, and their size together once unpacked (XLSX only). */
  parts: number;
  unpackedBytes: number;
  milliseconds: number;
  heapMegabytes: number;
}

const csv: Limits = {
  bytes: 5 * 1024 * 1024,
  rows: 10_000,
  columns: 100,
  cells: 500_000,
  characters: 5_000_000,
  cellCharacters: 64 * 1024,
  parts: 0,
  unpackedBytes: 0,
  milliseconds: 5_000,
  // Twice what the largest file takes that is within all other limits.
  heapMegabytes: 64,
};

// A spreadsheet costs a hundred times the work of a CSV of its size, so less of it is taken.
const xlsx: Limits = {
  ...csv,
  bytes: 2 * 1024 * 1024,
  rows: 5_000,
  cells: 250_000,
  parts: 200,
  unpackedBytes: 10 * 1024 * 1024,
  milliseconds: 15_000,
};

export const limitsOf: Record<FileKind, Limits> = { csv, xlsx };

/** 10000 → '10,000', as the sentences of this folder write it. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** 5242880 → '5 MB'. */
export const megabytes = (bytes: number): string => `${formatCount(Math.round((bytes / 1024 / 1024) * 100) / 100)} MB`;

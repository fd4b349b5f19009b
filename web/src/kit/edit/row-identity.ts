/** How a row is told from others (`key`) and called in the names of its controls (`name`: "Zone of acme.example"). */
export interface RowIdentity<Row> {
  readonly key: (row: Row) => string | number;
  readonly name: (row: Row) => string;
}

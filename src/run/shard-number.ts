/** Which part of a run: 1-based. */
export interface ShardNumber {
  readonly index: number;
  readonly count: number;
}

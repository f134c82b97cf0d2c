/** Today, `2027-01-31`; `SOURCE_DATE_EPOCH` (seconds) makes a run repeatable. */
export function dayOf(sourceDateEpoch: string | undefined): string {
  const epoch = Number(sourceDateEpoch ?? Number.NaN);
  return (Number.isFinite(epoch) ? new Date(epoch * 1000) : new Date()).toISOString().slice(0, 10);
}

/** A fraction as a number, for drawing and for percents only. */
export function asNumber(fraction: string): number {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}

/** The middle of some values; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = NaN, high = NaN] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  return (low + high) / 2
}

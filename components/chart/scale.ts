/** Returns round values for a chart's grid lines, three or four steps from 0. The last is at least `max`. */
export function ticksOf(max: number): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const found = [1, 2, 2.5, 5, 10].find((step) => step * power >= rough) ?? 10
  const step = found * power
  const count = Math.ceil(max / step - 1e-9)
  // Multiplies rather than adds steps, and rounds, to avoid 0.30000000000000004.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

const units = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** Formats 1,500 as "1.5k". Not Intl, so that Node and all browsers agree. */
export function compact(value: number): string {
  const unit = units.find(([least]) => value >= least)
  return unit ? `${Number((value / unit[0]).toPrecision(3))}${unit[1]}` : String(Number(value.toPrecision(3)))
}

/** Returns the indexes that get a label: the first, the last, and some between at equal distances. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at)
  const places = Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)))
  return [...new Set(places)]
}

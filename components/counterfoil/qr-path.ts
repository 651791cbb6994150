import { encode } from 'uqr'

export interface QrPath {
  /** Length of a side in modules, including the quiet zone. */
  size: number
  /** The dark modules as one SVG path. */
  d: string
}

/** Width of the quiet zone in modules. Scanners need it to find the code. */
const quietZone = 4

/** The most that a code with error correction M holds. */
const maxBytes = 2331

/** Returns the code of a text; null if none holds it. */
export function qrPath(text: string): QrPath | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let d = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      // One rectangle per run of dark modules: a third of the path's length, and no hairlines between modules.
      d += `M${from + quietZone} ${y + quietZone}h${x - from + 1}v1h-${x - from + 1}z`
    }
  })
  return { size: size + 2 * quietZone, d }
}

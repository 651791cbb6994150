import { encode } from 'uqr'

export interface QrPath {
  /** Side in modules, the quiet zone included. */
  size: number
  /** The dark modules as one SVG path. */
  d: string
}

/** Four modules of white around the code, without which readers do not find it. */
const quiet = 4

export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let d = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      // One rectangle for a run of dark modules: a third of the path, and no hairlines between them.
      d += `M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`
    }
  })
  return { size: size + 2 * quiet, d }
}

/** Draws lines over time as SVG, one panel each. */

const width = 900
const height = 150
const left = 70

/** @typedef {{ title: string, unit: string, values: number[] }} Panel */

/** @param {Panel[]} panels @param {string} title @param {number} seconds that the values cover */
export function chart(panels, title, seconds) {
  const drawn = panels.map((panel, at) => drawPanel(panel, at * (height + 50) + 50))
  const total = panels.length * (height + 50) + 80
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + left + 20} ${total}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="10" y="20" font-size="15">${title}</text>
${drawn.join('\n')}
<text x="${left}" y="${total - 10}">0</text>
<text x="${left + width}" y="${total - 10}" text-anchor="end">${seconds} s</text>
</svg>
`
}

/** @param {Panel} panel @param {number} top */
function drawPanel({ title, unit, values }, top) {
  const most = Math.max(...values, 1)
  const points = values.map((value, at) => {
    const x = left + (at / Math.max(1, values.length - 1)) * width
    return `${x.toFixed(1)},${(top + height - (value / most) * height).toFixed(1)}`
  })
  return `<text x="${left}" y="${top - 8}">${title}</text>
<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#bbb"/>
<text x="${left - 6}" y="${top + 10}" text-anchor="end">${Math.round(most)} ${unit}</text>
<text x="${left - 6}" y="${top + height}" text-anchor="end">0</text>
<polyline points="${points.join(' ')}" fill="none" stroke="#06c"/>`
}

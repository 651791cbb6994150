/** QR codes as files, with the shop's logo and name beneath the code. */
import type { Brand } from './brand'
import type { QrPath } from './qr-path'

/** Sharp in print, and large enough for a poster. */
const pixelsPerModule = 24

/** Heights beneath the code, in modules. */
const heights = { logo: 5, name: 2.2, gap: 1 }
const fontSize = 1.8

/** Positions in modules: the logo begins at `logo`, and the name is centred at `name`. */
function layout(size: number, brand: Brand) {
  const logo = brand.logo === null ? 0 : heights.logo + heights.gap
  const name = brand.name === null ? 0 : heights.name + heights.gap
  return { width: size, height: size + logo + name, logo: size, name: size + logo + heights.name / 2 }
}

export async function qrSvg({ size, d }: QrPath, brand: Brand): Promise<Blob> {
  const { width, height, logo, name } = layout(size, brand)
  const picture =
    brand.logo === null
      ? ''
      : `<image x="1" y="${logo}" width="${width - 2}" height="${heights.logo}" href="${await dataAddress(brand.logo)}"/>`
  const text = brand.name === null ? '' : nameText(brand.name, width, name)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width * pixelsPerModule}" height="${height * pixelsPerModule}">` +
    `<path fill="white" d="M0 0h${width}v${height}H0z"/>` +
    `<path fill="black" shape-rendering="crispEdges" d="${d}"/>${picture}${text}</svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A long name is squeezed into the width: programs differ in their letters, so this is a guess on the safe side. */
function nameText(name: string, width: number, y: number): string {
  const isLong = name.length * 0.7 * fontSize > width - 2
  const squeezed = isLong ? ` textLength="${width - 2}" lengthAdjust="spacingAndGlyphs"` : ''
  return (
    `<text x="${width / 2}" y="${y}" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" ` +
    `font-size="${fontSize}"${squeezed}>${escaped(name)}</text>`
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function dataAddress(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the logo answered ${answer.status}`)
  const blob = await answer.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('the logo cannot be read')))
    reader.readAsDataURL(blob)
  })
}

/** Draws whole pixels for each module, so that the edges stay sharp. */
export async function qrPng({ size, d }: QrPath, brand: Brand): Promise<Blob> {
  const { width, height, logo, name } = layout(size, brand)
  const canvas = document.createElement('canvas')
  canvas.width = width * pixelsPerModule
  canvas.height = Math.ceil(height * pixelsPerModule)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixelsPerModule, pixelsPerModule)
  context.fillStyle = 'black'
  // eslint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D(d))
  if (brand.logo !== null) {
    const picture = new Image()
    picture.src = brand.logo
    await picture.decode()
    const scale = Math.min(heights.logo / picture.naturalHeight, (width - 2) / picture.naturalWidth)
    const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
    context.drawImage(picture, (width - wide) / 2, logo + (heights.logo - high) / 2, wide, high)
  }
  if (brand.name !== null) {
    context.font = `${fontSize}px sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(brand.name, width / 2, name, width - 2)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/png'),
  )
}

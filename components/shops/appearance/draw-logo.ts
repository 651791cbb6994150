import { maxLogoBytes } from '@/lib/shops/appearance'

/** The longest side of a logo as it is sent, in pixels. */
export const drawnSide = 512
/** The largest file that is drawn, in bytes. */
export const largestFile = 10 * 1024 ** 2

/**
 * Draws a picture anew and returns it as Base64: as PNG, or as WebP where that is too heavy. Scripts in an SVG do not
 * run, and the result contains only the visible picture.
 * @throws RangeError if the file is too large; Error if the browser cannot read it as a picture, or not draw it
 */
export async function drawnLogo(file: File): Promise<string> {
  if (file.size > largestFile) throw new RangeError('too large a file')
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = draw(picture)
    const png = await encoded(canvas, 'image/png')
    return await base64(png.size <= maxLogoBytes ? png : await encoded(canvas, 'image/webp'))
  } finally {
    URL.revokeObjectURL(address)
  }
}

function draw(picture: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, drawnSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), type, 0.9),
  )

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

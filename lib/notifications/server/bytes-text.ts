import 'server-only'

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Null where it is no text in UTF-8, or not all of it. */
export function asText(body: Buffer): string | null {
  try {
    return strictly.decode(body)
  } catch {
    return null
  }
}

/** The characters of UTF-8 that take several bytes (RFC 3629, section 4), as `latin1` has these bytes. */
const severalBytes =
  /[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]|[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00ed[\u0080-\u009f][\u0080-\u00bf]|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}|[\u0080-\u00ff]/g

/** Half a character, which no text in UTF-8 has: so much above a byte. */
const aboveByte = 0xdc00

/**
 * Bytes that are not all text in UTF-8, as a text: what is none stands as half a character of its own, so that
 * {@link bytesOfText} gives the same bytes again. `but`: characters that stand as their bytes, too.
 */
export const textOfBytes = (bytes: Buffer, but = ''): string =>
  bytes.toString('latin1').replaceAll(severalBytes, (found) => {
    const character = found.length > 1 ? Buffer.from(found, 'latin1').toString('utf8') : ''
    return character !== '' && !but.includes(character) ? character : halvesOf(found)
  })

const halvesOf = (latin1: string): string =>
  latin1.replaceAll(/[^]/g, (byte) => String.fromCharCode(aboveByte + byte.charCodeAt(0)))

export const bytesOfText = (text: string): Buffer =>
  Buffer.concat(
    text
      // By code points: half of a character is none here.
      .split(/([\udc80-\udcff]+)/u)
      .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.from(byteLetters(part), 'latin1'))),
  )

const byteLetters = (halves: string): string =>
  halves.replaceAll(/[^]/g, (half) => String.fromCharCode(byteOf(half)))

/** Which byte half a character stands for. */
export const byteOf = (half: string): number => half.charCodeAt(0) - aboveByte

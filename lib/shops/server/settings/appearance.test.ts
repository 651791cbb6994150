import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPicture } from './appearance'
import { pngOf } from '../testing'

const base64 = (text: string) => Buffer.from(text, 'base64')
/** Red, 20 by 16 pixels, written by another program. */
const written = {
  'image/png': base64(
    'iVBORw0KGgoAAAANSUhEUgAAABQAAAAQAQMAAAAs1s1YAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEX/AAD///9BHTQRAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLGQ46EWRNaMEAAAAMSURBVAjXY2CgDAAAAEAAAWYXY7AAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjVUMTQ6NTg6MTcrMDA6MDBUtpP7AAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTI1VDE0OjU4OjE3KzAwOjAwJesrRwAAAABJRU5ErkJggg==',
  ),
  'image/jpeg': base64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAQABQDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAcJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnRDGqYAAAAD/2Q==',
  ),
  'image/webp': base64(
    'UklGRkgAAABXRUJQVlA4IDwAAAAQAwCdASoUABAAPpE4l0eloyIhMAgAsBIJQBdl0AAQNgAA/u6mP/4DdfFtMv/3OB/3OB/3OB/HM1mAAAA=',
  ),
}
const lossless = base64('UklGRhwAAABXRUJQVlA4TA8AAAAvE8ADAAcQ/Y/+ByKi/wEA')
const transparent = base64(
  'UklGRmwAAABXRUJQVlA4WAoAAAAQAAAAEwAADwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDwAAAAQAwCdASoUABAAPpE4l0eloyIhMAgAsBIJQBdl0AAQNgAA/u6mP/4DdfFtMv/3OB/3OB/3OB/HM1mAAAA=',
)
const all = Object.entries(written)

describe('a picture', () => {
  it.each(all)('is known as %s by its bytes, with its size', (type, bytes) =>
    expect(readPicture(bytes)).toEqual({ type, width: 20, height: 16 }),
  )

  it('may be WebP without loss, or with transparency', () => {
    for (const bytes of [lossless, transparent])
      expect(readPicture(bytes)).toEqual({ type: 'image/webp', width: 20, height: 16 })
  })

  it.each(all)('is none if it is cut off anywhere: %s', (_, bytes) => {
    // A JPEG may have data after its end, so that its last two bytes decide.
    for (let length = 0; length < bytes.length; length += 1)
      expect(readPicture(bytes.subarray(0, length)), String(length)).toBeNull()
  })

  it('is none if a checksum is wrong, or its data are missing', () => {
    const damaged = Buffer.from(written['image/png'])
    damaged.writeUInt32BE(4000, 16)
    expect(readPicture(damaged)).toBeNull()
    expect(readPicture(pngOf(20, 16, { data: null }))).toBeNull()
    expect(readPicture(pngOf(20, 16, { data: deflateSync('') }))).not.toBeNull()
  })

  it.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'GIF89a\u0014\u0000\u0010\u0000',
    '<!doctype html><script>alert(1)</script>',
    '%PDF-1.7',
    'RIFF\u0010\u0000\u0000\u0000WEBPVP8?',
  ])('is none: %j', (text) => expect(readPicture(Buffer.from(text, 'latin1'))).toBeNull())
})

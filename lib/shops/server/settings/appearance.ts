import 'server-only'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { crc32 } from 'node:zlib'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { shopLogos, shops } from '../../../core/server/tables/shops'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import type { Database } from '../../../db/database'
import type { logoTypes } from '../../../core/shop'
import { logoSide, maxLogoBytes, type Appearance, type appearanceChange } from '../../appearance'

export const readAppearance = async (context: ShopContext): Promise<Appearance> =>
  describe(context.engine.db, await loadShopRow(context.engine.db, context.shop.id))

async function describe(db: Database, row: ShopRow): Promise<Appearance> {
  const { type, width, height, bytes } = shopLogos
  const [logo] = await db
    .select({ type, width, height, bytes: sql<number>`octet_length(${bytes})` })
    .from(shopLogos)
    .where(eq(shopLogos.shopId, row.id))
  return {
    version: row.version,
    public_name: row.publicName,
    logo: logo && row.logoHash !== null ? { hash: row.logoHash, ...logo } : null,
  }
}

/**
 * Changes the public name or the logo, and records what changed.
 * @throws AppError `conflict`; `invalid` if the logo is not an accepted picture
 */
export async function changeAppearance(
  context: ActorContext,
  { version, public_name: publicName, logo }: z.output<typeof appearanceChange>,
): Promise<Appearance> {
  const { shop } = context
  const picture = logo == null ? logo : pictureIn(Buffer.from(logo, 'base64'))
  return withLockedShop(context, { version }, async (tx, before) => {
    const wanted = {
      publicName: publicName === undefined ? before.publicName : publicName,
      logoHash: picture === undefined ? before.logoHash : (picture?.hash ?? null),
    }
    const changed = (['publicName', 'logoHash'] as const).filter((name) => wanted[name] !== before[name])
    if (changed.length === 0) return describe(tx, before)
    if (changed.includes('logoHash')) {
      await tx.delete(shopLogos).where(eq(shopLogos.shopId, shop.id))
      if (picture) {
        const { hash: _, ...row } = picture
        await tx.insert(shopLogos).values({ shopId: shop.id, ...row })
      }
    }
    const after = await updateShop(tx, before, wanted)
    const names = { publicName: 'public_name', logoHash: 'logo' } as const
    const detail = Object.fromEntries(
      changed.map((name) => [names[name], { from: before[name], to: wanted[name] }]),
    )
    await recordActivity(tx, context, { action: 'appearance.changed', detail })
    return describe(tx, after)
  })
}

type Logo = Picture & { hash: string; bytes: Buffer }

/** @throws AppError `invalid` */
function pictureIn(bytes: Buffer): Logo {
  const t = getTranslator('shops.appearance')
  const refuse = (reason: string) => new AppError('invalid', { errors: { logo: [reason] } })
  if (bytes.length > maxLogoBytes) throw refuse(t('tooHeavy', { kilobytes: maxLogoBytes / 1000 }))
  const picture = readPicture(bytes)
  if (!picture) throw refuse(t('notAPicture'))
  const { least, most } = logoSide
  if ([picture.width, picture.height].some((side) => side < least || side > most))
    throw refuse(t('wrongSize', { least, most }))
  return { ...picture, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * Returns the logo as a browser shows it. People of other shops never get this far (docs/decisions/0024-logos.md).
 * `wanted`: the hash in the address. A logo with this hash never changes, so browsers keep it for a year.
 * @throws AppError `not_found` without a logo
 */
export async function readLogo(
  { engine, shop }: ShopContext,
  { wanted, known }: { wanted?: string; known: string | null },
): Promise<Response> {
  if (shop.logoHash !== null && known === etagOf(shop.logoHash))
    return new Response(null, { status: 304, headers: logoHeaders(shop.logoHash, wanted) })
  // One statement, so that the hash matches the bytes, even while someone changes the logo.
  const [logo] = await engine.db
    .select({ hash: shops.logoHash, type: shopLogos.type, bytes: shopLogos.bytes })
    .from(shopLogos)
    .innerJoin(shops, eq(shops.id, shopLogos.shopId))
    .where(eq(shopLogos.shopId, shop.id))
  if (!logo || logo.hash === null) throw new AppError('not_found')
  const headers = { ...logoHeaders(logo.hash, wanted), 'Content-Type': logo.type }
  return new Response(new Uint8Array(logo.bytes), { headers })
}

const etagOf = (hash: string) => `"${hash}"`

const logoHeaders = (hash: string, wanted?: string) => ({
  'Cache-Control': wanted === hash ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  ETag: etagOf(hash),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  'Cross-Origin-Resource-Policy': 'same-origin',
})

interface Picture {
  type: (typeof logoTypes)[number]
  /** In pixels. */
  width: number
  height: number
}

/**
 * Reads the format of a picture from its bytes; its name does not count. Null if it has none of the three formats, is
 * damaged or cut off.
 */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    return pngIn(bytes) ?? jpegIn(bytes) ?? webpIn(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null // It ends too early.
    throw error
  }
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads all chunks with their checksums: size and data come before the end. */
function pngIn(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, 8).equals(pngMark)) return null
  let size: Pick<Picture, 'width' | 'height'> | null = null
  let hasData = false
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return null
    if ((at === 8) !== (name === 'IHDR')) return null
    if (name === 'IHDR') size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    if (name === 'IDAT') hasData = true
    if (name === 'IEND') return size && hasData ? { type: 'image/png', ...size } : null
    at = end + 4
  }
}

/** Frames with a size: all kinds of SOF but DHT, JPG and DAC, which have neighbouring numbers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads the segments up to the data, which an end must follow. */
function jpegIn(bytes: Buffer): Picture | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  let size: Pick<Picture, 'width' | 'height'> | null = null
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1 // A segment may begin with several of them.
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + length
    // The start of the scan is followed by data, in which 0xFFD9 can only mean the end.
    if (marker === 0xda)
      return size && bytes.indexOf('ffd9', at, 'hex') > at ? { type: 'image/jpeg', ...size } : null
  }
}

/** The three kinds of WebP store their size differently. */
function webpIn(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  if (bytes.length < bytes.readUInt32LE(4) + 8) return null
  const size = webpSize(bytes)
  return size && { type: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): Pick<Picture, 'width' | 'height'> | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return null
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

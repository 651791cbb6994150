import 'server-only'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { shopLogos, shops } from '../../../core/server/tables/shops'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import type { Database } from '../../../db/database'
import { logoSide, maxLogoBytes, type Appearance, type appearanceChange } from '../../appearance'
import { readPicture, type Picture } from './picture'

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

import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { config } from '../../../core/server/config/config'
import type { AccountContext } from '../../../core/server/context'
import { mailAnchorsSoon } from '../../../core/server/activity/anchor'
import { recordActivity } from '../../../core/server/activity/record'
import { AppError } from '../../../core/server/errors'
import { forgetAllowedNetworks } from '../../../core/server/sending/outgoing'
import { installation } from '../../../core/server/tables/installation'
import type { Database } from '../../../db/database'
import type { InstallationChange, InstallationSettings } from '../../installation'

type Changed = Omit<InstallationChange, 'version'>

/** The time to add a second factor begins when it is first needed. */
const columnsOf = (next: InstallationSettings, before: InstallationSettings) => ({
  allowedNetworks: next.allowed_networks,
  shopAdders: next.shop_adders,
  isSandboxPublic: next.is_sandbox_public,
  ...(next.has_sandbox !== before.has_sandbox && { hasSandbox: next.has_sandbox }),
  factorGraceDays: next.factor_grace_days,
  // The last mail's outcome does not apply to another address.
  ...(next.anchor_recipient !== before.anchor_recipient && {
    anchorRecipient: next.anchor_recipient,
    anchorMailedAt: null,
    anchorOutcome: null,
    anchorStatus: null,
  }),
  ...(next.factor_required !== before.factor_required && {
    factorSince: next.factor_required ? sql`now()` : null,
  }),
})

export const readInstallation = ({ engine }: Pick<AccountContext, 'engine'>): Promise<InstallationSettings> =>
  load(engine.db)

async function load(db: Database, { isHeld = false } = {}): Promise<InstallationSettings> {
  const query = db.select().from(installation).where(eq(installation.id, 1))
  const [row] = isHeld ? await query.for('update') : await query
  const { sandbox, isSandboxGivenOn, isSandboxUsuallyOn } = config.get()
  return {
    allowed_networks: row?.allowedNetworks ?? [],
    shop_adders: row?.shopAdders ?? 'administrators',
    has_sandbox: isSandboxGivenOn ?? row?.hasSandbox ?? isSandboxUsuallyOn,
    is_sandbox_public: row?.isSandboxPublic ?? false,
    sandbox: { is_running: sandbox !== null, is_given: isSandboxGivenOn !== null },
    factor_required: row?.factorSince != null,
    factor_grace_days: row?.factorGraceDays ?? 7,
    anchor_recipient: row?.anchorRecipient ?? null,
    anchor_mail:
      row?.anchorMailedAt && row.anchorOutcome
        ? { at: row.anchorMailedAt.toISOString(), outcome: row.anchorOutcome, status: row.anchorStatus }
        : null,
    version: row?.version ?? 1,
  }
}

/**
 * Changes the given settings, and records what changed.
 * @throws AppError `conflict` with the current values; `invalid` if the environment says whether the sandbox runs
 */
export async function changeInstallation(
  { engine, person }: AccountContext,
  { version, ...change }: InstallationChange,
): Promise<InstallationSettings> {
  let isNewRecipient = false
  const settings = await engine.db.transaction(async (tx) => {
    await tx.insert(installation).values({ id: 1 }).onConflictDoNothing()
    const before = await load(tx, { isHeld: true })
    if (before.version !== version) throw new AppError('conflict', { current: before })
    const changed = (Object.keys(change) as (keyof Changed)[]).filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], before[name]),
    )
    if (changed.includes('has_sandbox') && before.sandbox.is_given) throw sandboxGiven()
    if (changed.length === 0) return before
    await tx
      .update(installation)
      .set({ ...columnsOf({ ...before, ...change }, before), version: version + 1 })
      .where(eq(installation.id, 1))
    const detail = Object.fromEntries(
      changed.map((name) => [name, recorded(name, before[name], change[name])]),
    )
    isNewRecipient = changed.includes('anchor_recipient') && change.anchor_recipient !== null
    await recordActivity(tx, { shop: null, actor: person }, { action: 'installation.changed', detail })
    return load(tx)
  })
  forgetAllowedNetworks()
  if (isNewRecipient) await mailAnchorsSoon(engine)
  return settings
}

/** An address is personal data: the activity says only whether there is one. */
const recorded = (name: keyof Changed, from: unknown, to: unknown) =>
  name === 'anchor_recipient' ? { from: from !== null, to: to !== null, changed: true } : { from, to }

const sandboxGiven = () =>
  new AppError('invalid', { errors: { has_sandbox: [getTranslator('installation')('sandbox.given')] } })

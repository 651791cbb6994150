import 'server-only'
import { and, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { ActivityKind } from '../../core/activity'
import { isoText, qualified } from '../../core/server/sql'
import { activity } from '../../core/server/tables/requests'
import type { Database } from '../../db/database'
import { alertKinds, isActivityAlert, type AlertKind } from '../kinds'
import type { AlertRules } from '../schema'
import { raiseOrUpdate, whereOf } from './list'
import { alerts } from './tables'

/** Activity that raises an alert. */
type Watched = {
  kind: AlertKind
  actions: readonly ActivityKind[]
  /** Condition on entries with these actions; absent: all count. */
  where?: SQL
  /** Text that groups entries into one alert, such as a person's ID. */
  subject: SQL
  /** `least` entries with the same subject within `minutes` raise the alert. */
  least: number
  minutes: number
}

const dayMinutes = 24 * 60
const once = { least: 1, minutes: dayMinutes }
const actor = sql`coalesce(${qualified(activity.actorId)}::text, '')`
const detailText = (name: string) => sql`(${qualified(activity.detail)} ->> ${sql.raw(`'${name}'`)})`

/** SQL: the ID of the person who became an owner by a new role, an invitation, or by being enabled again. */
const newOwner = sql`CASE ${qualified(activity.action)} WHEN 'invitation.accepted' THEN ${detailText('person')}
  ELSE ${qualified(activity.subject)} END`
const whereNewOwner = sql`CASE ${qualified(activity.action)} WHEN 'person.role_changed' THEN ${detailText('to')} = 'owner'
  AND ${detailText('from')} IS DISTINCT FROM 'owner' WHEN 'invitation.accepted' THEN ${detailText('role')} = 'owner'
  ELSE EXISTS (SELECT FROM memberships m WHERE m.shop_id = ${qualified(activity.shopId)}
    AND m.user_id::text = ${qualified(activity.subject)} AND m.role = 'owner') END`

/** Returns what is watched in a shop according to its rules. */
export const watchedOfShop = ({ many_reveals: reveals, ...rules }: AlertRules): Watched[] => {
  const all: Watched[] = [
    {
      kind: 'many_reveals',
      actions: ['card_token.revealed', 'customer.revealed', 'notification.revealed'],
      subject: actor,
      least: reveals.reveals,
      minutes: 60,
    },
    {
      kind: 'new_owner',
      actions: ['invitation.accepted', 'person.enabled', 'person.role_changed'],
      where: whereNewOwner,
      subject: newOwner,
      ...once,
    },
    {
      kind: 'secrets_changed',
      actions: [
        'api_token.created',
        'forwarding.secret_rotated',
        'hook_key.rotated',
        'shop.key_replaced',
        'shop.key_restored',
        'verification_secret.made',
      ],
      subject: actor,
      ...once,
    },
  ]
  const on = {
    many_reveals: reveals.enabled,
    new_owner: rules.new_owner.enabled,
    secrets_changed: rules.secrets_changed.enabled,
  }
  return all.filter(({ kind }) => on[kind as keyof typeof on])
}

/** What is watched in the installation: second factors of accounts, and its mail server. */
export const watchedOfInstallation: readonly Watched[] = [
  {
    kind: 'factor_removed',
    actions: ['factor.removed'],
    // By the person, or by the command `reset-owner`, which has no actor.
    subject: sql`coalesce(${qualified(activity.actorId)}::text, ${qualified(activity.subject)}, '')`,
    ...once,
  },
  { kind: 'secrets_changed', actions: ['installation.mail_changed'], subject: actor, ...once },
]

/**
 * Raises alerts about activity recorded since the last such alert was closed. Updates the count and time of an open one.
 * Closes alerts whose activity has not happened again for a day. Returns how many were raised or closed.
 */
export async function judgeActivity(
  db: Database,
  shopId: string | null,
  watched: readonly Watched[],
): Promise<number> {
  let changed = 0
  for (const one of watched) {
    for (const { subject, count, last_at: at } of await happened(db, shopId, one)) {
      const isPerson = /^[0-9a-f-]{36}$/.test(subject)
      const detail = { count, last_at: at, ...(isPerson && { person_id: subject }) }
      if (await raiseOrUpdate(db, shopId, { kind: one.kind, subject, detail })) changed += 1
    }
  }
  return changed + (await closeQuiet(db, shopId))
}

async function happened(
  db: Database,
  shopId: string | null,
  { kind, actions, where, subject, least, minutes }: Watched,
) {
  const whereShop = shopId === null ? sql`IS NULL` : sql`= ${shopId}`
  const closed = sql`(SELECT max(c.closed_at) FROM alerts c WHERE c.shop_id ${whereShop} AND c.kind = ${kind}
    AND c.subject = ${subject})`
  return db
    .select({
      subject: sql<string>`${subject}`.as('subject'),
      count: sql<number>`count(*)::int`,
      last_at: sql<string>`${isoText(sql`max(${activity.at})`)}`,
    })
    .from(activity)
    .where(
      and(
        sql`${activity.shopId} ${whereShop}`,
        inArray(activity.action, [...actions]),
        gt(activity.at, sql`greatest(now() - make_interval(mins => ${minutes}), ${closed})`),
        where,
      ),
    )
    .groupBy(sql`1`)
    .having(sql`count(*) >= ${least}`)
    .limit(maxSubjects)
}

/** Maximum number of subjects per kind in one run. If there are more at once, they have one cause. */
const maxSubjects = 100

/** Closes alerts about activity that has not happened again for a day. No message is sent: there is nothing to solve. */
async function closeQuiet(db: Database, shopId: string | null): Promise<number> {
  const { rowCount } = await db
    .update(alerts)
    .set({ closedAt: sql`now()`, closedHow: 'quiet' })
    .where(
      and(
        whereOf(alerts, shopId),
        inArray(alerts.kind, alertKinds.filter(isActivityAlert)),
        isNull(alerts.closedAt),
        sql`(${alerts.detail} ->> 'last_at')::timestamptz < now() - interval '1 day'`,
      ),
    )
  return rowCount ?? 0
}

/** A new installation for a drill, and calls of its API. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signIn } from '../../lib/application.mjs'

/** @typedef {{ email: string, password: string }} Person */
/** @typedef {<Answer>(path: string, order?: Order) => Promise<Answer>} Ask */
/** Without one the request is a GET. @typedef {{ method: string, body?: unknown, headers?: Record<string, string> }} Order */

/** The PostgreSQL server for drills; empty: they use the embedded database. */
export const server = process.env.DATABASE_URL ?? ''

/**
 * Makes the owner and the secrets of a new installation, and its place: a folder, and on PostgreSQL a database.
 * `remove` deletes the place.
 * @param {string} [on] the PostgreSQL server
 */
export async function newInstallation(on = server) {
  const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }
  const secretKey = randomBytes(16).toString('hex')
  const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
  /** @type {Record<string, string>} */
  const settings = {
    ...settingsOf(owner, secretKey),
    DATA_DIR: dataDir,
    ...(on ? await newDatabase(on) : { DATABASE_URL: '' }),
  }
  const remove = async () => {
    if (on) await onServer(on, `DROP DATABASE ${nameOf(settings.DATABASE_URL ?? '')} WITH (FORCE)`)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { owner, authorization: authorizationOf(secretKey), settings, remove }
}

/** @param {Person} owner @param {string} secretKey of the sandbox shop */
export const settingsOf = (owner, secretKey) => ({
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  SANDBOX: 'on',
  SANDBOX_SECRET_KEY: secretKey,
})

/** The Authorization header of a notification for the sandbox shop. @param {string} secretKey */
const authorizationOf = (secretKey) => `Basic ${Buffer.from(`361:${secretKey}`).toString('base64')}`

/** @param {string} on */
async function newDatabase(on) {
  const url = new URL(on)
  url.pathname = `/counterfoil_drill_${randomBytes(4).toString('hex')}`
  await onServer(on, `CREATE DATABASE ${nameOf(url.toString())}`)
  return {
    DATABASE_URL: url.toString(),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
  }
}

/** @param {string} url */
const nameOf = (url) => new URL(url).pathname.slice(1)

/** @param {string} on @param {string} statement */
async function onServer(on, statement) {
  const client = new pg.Client({ connectionString: on })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** An answer of the API that is not 2xx; `code` is that of its problem, if it has one. */
export class Refused extends Error {
  /** @param {string} path @param {number} status @param {string} text */
  constructor(path, status, text) {
    super(`${path} answered ${status}: ${text}`)
    this.status = status
    this.code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  }
}

/**
 * Returns a function that calls the sandbox shop's API. Signs in again, because the instance may have restarted.
 * @param {string} origin
 * @param {Person} owner
 * @returns {Promise<Ask>}
 */
export async function apiOf(origin, owner) {
  const cookie = await signIn(origin, owner)
  return async (path, { method = 'GET', body, headers } = { method: 'GET' }) => {
    const answer = await fetch(`${origin}/api/shops/sandbox${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Refused(path, answer.status, await answer.text())
    return /** @type {never} */ (await answer.json())
  }
}

/** Returns the path to which notifications go. @param {Ask} ask */
export async function notificationPath(ask) {
  /** @type {{ notification_url: string }} */
  const shop = await ask('')
  return new URL(shop.notification_url).pathname
}

/** @typedef {{ seen: Map<string, number>, waiting: number }} Listed */

/**
 * Reads all notifications page by page: how often each uid occurs, and how many wait to be processed, which have no uid
 * yet.
 * @param {Ask} ask
 * @returns {Promise<Listed>}
 */
export async function listNotifications(ask) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  let waiting = 0
  /** @type {string | null} */
  let cursor = null
  do {
    const query = new URLSearchParams({ limit: '200', sort: 'received_at', ...(cursor ? { cursor } : {}) })
    /** @type {{ items: { uid: string | null }[], next_cursor: string | null }} */
    const page = await ask(`/notifications?${query.toString()}`)
    for (const { uid } of page.items) {
      if (uid === null) waiting++
      else seen.set(uid, (seen.get(uid) ?? 0) + 1)
    }
    cursor = page.next_cursor
  } while (cursor)
  return { seen, waiting }
}

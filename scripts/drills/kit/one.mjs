/** The usual drill: one application in its own place, and load on it. */
import { reservePlace, startApplication, stopApplication } from '../../lib/application.mjs'
import { apiOf, newInstallation, notificationPath } from './installation.mjs'
import { Load } from './load.mjs'

/**
 * Starts an application. What it creates is removed at the end. `startAgain`: after `instance.child` has ended.
 * @param {import('./drill.mjs').Later} later
 * @param {{ on?: string, more?: (dataDir: string) => Record<string, string> }} [options] `on`: the PostgreSQL server
 */
export async function oneApplication(later, { on, more = () => ({}) } = {}) {
  const { owner, authorization, settings, remove } = await newInstallation(on)
  later(remove)
  const place = await reservePlace()
  const all = { LOG_LEVEL: 'fatal', ...settings, ...more(settings.DATA_DIR ?? '') }
  const instance = { child: await startApplication(place, all) }
  later(() => stopApplication(instance.child, 'SIGKILL'))
  const startAgain = async () => void (instance.child = await startApplication(place, all))
  const load = new Load()
  later(() => load.stop())
  const api = () => apiOf(place.origin, owner)
  const address = { origin: place.origin, path: await notificationPath(await api()), authorization }
  return { owner, settings, place, instance, startAgain, load, api, address, authorization }
}

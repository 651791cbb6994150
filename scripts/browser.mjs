/** Finds or installs a Chromium for the browser tests. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runPackage } from './lib/processes/run.mjs'
import { SetupError } from './lib/setup.mjs'

/** The one without windows comes first: the browser tests take a sixth less time with it. */
const ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const MAC_APPS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

const minutes = 60_000

/**
 * Returns the path of a browser that starts. Tries in turn: CHROMIUM_PATH, an installed browser, Playwright's own
 * (downloads it if necessary), and on Debian as root the distribution's package.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (starts(chosen)) return chosen
    throw new SetupError(`CHROMIUM_PATH: ${chosen} does not start.`)
  }
  return installed() ?? (await playwrightsOwn()) ?? (await fromDebian()) ?? giveUp()
}

/**
 * Suppresses Chromium's own traffic. Turns off its process sandbox for root, as in most containers, where it does not
 * work.
 */
export function browserArguments() {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}

function installed() {
  return candidates().find(starts)
}

/** @returns {string[]} */
function candidates() {
  const { PATH = '', HOME = '', LOCALAPPDATA = '' } = process.env
  if (process.platform === 'darwin') return under(['/Applications', join(HOME, 'Applications')], MAC_APPS)
  if (process.platform === 'win32') {
    const programs = [process.env.ProgramFiles ?? '', process.env['ProgramFiles(x86)'] ?? '', LOCALAPPDATA]
    return under(programs.filter(Boolean), WINDOWS_PROGRAMS)
  }
  return under(
    [...PATH.split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin', '/opt/google/chrome'],
    ON_PATH,
  )
}

/** @param {string[]} folders @param {string[]} names */
function under(folders, names) {
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * Whether the browser starts. The file alone proves nothing: there are wrappers without a browser and downloads without
 * libraries.
 * @param {string} path
 */
function starts(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // On Windows --version opens a window.
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 })
    return true
  } catch {
    return false
  }
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  if (starts(path)) return path
  console.log('No installed Chromium, Chrome or Edge found; downloading Playwright’s…')
  await runPackage('playwright/cli.js', ['install', 'chromium'], { timeout: 5 * minutes })
  return starts(path) ? path : undefined
}

async function fromDebian() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/etc/debian_version')) return undefined
  console.log('Installing Debian’s Chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env, timeout: 5 * minutes })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const install = ['install', '-y', '-q', '--no-install-recommends', name]
    await run('apt-get', install, { env, timeout: 15 * minutes })
    const path = installed()
    if (path) return path
  }
  return undefined
}

/** @returns {never} */
function giveUp() {
  throw new SetupError(
    'No browser for the browser tests: none is installed and none could be installed. ' +
      'Install Chromium, Chrome or Edge, or name one in CHROMIUM_PATH.',
  )
}

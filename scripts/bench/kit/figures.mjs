/** docs/figures.md: the last output of the benches, a section for each. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../../lib/root.mjs'

const page = join(root, 'docs/figures.md')
const head = `# Figures

\`npm run bench -- all\` writes this page: what each bench printed, with its limits and ratios. What they mean, and what was measured before: [benchmarks.md](benchmarks.md).
`

/** @typedef {{ name: string, isMet: boolean, printed: string, machine: string, settings: string }} Figures */

/** Replaces the section of a bench, and leaves those of others. @param {Figures} figures */
export function writeFigures(figures) {
  const written = existsSync(page) ? readFileSync(page, 'utf8') : head
  writeFileSync(page, withSection(written, figures))
}

/** Returns the page with this section, sections in the order of their names. @param {string} written @param {Figures} figures */
export function withSection(written, { name, isMet, printed, machine, settings }) {
  const [, ...others] = written.split(/^## /m)
  const section = `${name}

\`${settings}npm run bench -- ${name}\`: ${isMet ? 'every limit was kept' : '**a limit was missed**'}. ${machine}

\`\`\`text
${tidy(printed)}
\`\`\`
`
  const kept = others.filter((text) => !text.startsWith(`${name}\n`)).map((text) => `${text.trimEnd()}\n`)
  return [head, ...[...kept, section].sort().map((text) => `## ${text}`)].join('\n')
}

/** Removes spaces at the ends of lines, and all but one of adjacent empty lines. @param {string} text */
const tidy = (text) =>
  text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** One sentence about when and where. Call it before the bench, for its load. */
export function machineOf() {
  const [first] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  const memory = (totalmem() / 1024 ** 3).toFixed(0)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${cpus().length} × ${first?.model.trim()}, ${memory} GB, Node.js ${process.versions.node}, load ${load} before the start.`
}

/**
 * Settings of benches in the environment, as written before a command. Addresses of databases are left out.
 *
 * @param {Record<string, string | undefined>} [env]
 */
export const settingsOf = (env = process.env) =>
  Object.entries(env)
    .filter(([name]) => name.startsWith('BENCH_') && name !== 'BENCH_DATABASE_URL')
    .map(([name, value]) => `${name}=${value} `)
    .sort()
    .join('')

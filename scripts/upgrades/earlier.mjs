/** An earlier version of the application beside this one, with today's packages. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

/**
 * Checks a commit out into a temporary folder, calls `work`, and removes the folder, also if `work` fails.
 * @template Result
 * @param {string} commit
 * @param {(folders: { place: string, tree: string }) => Result | Promise<Result>} work `tree`: the commit's files;
 *   `place`: the temporary folder around them
 */
export async function inEarlierCheckout(commit, work) {
  const place = mkdtempSync(join(tmpdir(), 'counterfoil-earlier-'))
  const tree = join(place, 'tree')
  git('worktree', 'add', '--detach', tree, commit)
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    return await work({ place, tree })
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(place, { recursive: true })
  }
}

/** Returns whether these tests of the earlier version pass. @param {string} tree @param {string[]} tests @param {Record<string, string>} env */
export function runTests(tree, tests, env) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', ...tests]
  return spawnSync(process.execPath, args, { cwd: tree, env: { ...process.env, ...env }, stdio: 'inherit' }).status === 0 // prettier-ignore
}

/** @param {string[]} args */
function git(...args) {
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

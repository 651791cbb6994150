import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sandboxPage } from '@/lib/door/answers.mjs'
import { upload } from '@/lib/door/front-door.mjs'

/** Returns the address of a route file, with placeholders for parameters. */
const addressOf = (file: string) =>
  `/${file
    .split('/')
    .slice(1, -1)
    .map((part) => part.replace(/^\[.*\]$/, 'x'))
    .join('/')}`

/** Read a body themselves, and only a small one. */
const small = ['/api/shops/x/payments/reconciliations/preview']

it('gives the bodies of all uploads their time to arrive, and no others', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => `app/api/${file}`)
  // Other handlers get a body that was read for them, up to a limit.
  const takesBody = /\b(?:POST|PUT|PATCH) = rawRoute\(/
  const taking = files.filter((file) => takesBody.test(readFileSync(file, 'utf8'))).map(addressOf)
  const allowed = files.map(addressOf).filter((address) => upload.test(address))
  expect(taking).toEqual(expect.arrayContaining(small))
  expect(taking.length - small.length).toBeGreaterThan(3)
  expect(allowed).toEqual(taking.filter((address) => !small.includes(address)))
})

it('knows the pages of the sandbox', () => {
  const files = readdirSync('app/sandbox', { recursive: true, encoding: 'utf8' })
  const addressesOf = (name: string) =>
    files.filter((file) => file.endsWith(`/${name}`)).map((file) => addressOf(`app/sandbox/${file}`))
  const pages = addressesOf('page.tsx')
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.filter((address) => !sandboxPage.test(address))).toEqual([])
  expect(addressesOf('route.ts').filter((address) => sandboxPage.test(address))).toEqual([])
})

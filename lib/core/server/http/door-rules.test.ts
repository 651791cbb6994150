import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sandboxPage } from '@/lib/door/page-answers.mjs'
import { upload } from '@/lib/door/front-door.mjs'

/** Returns the address of a route file, with placeholders for parameters. */
const addressOf = (file: string) =>
  `/${file
    .split('/')
    .slice(1, -1)
    .map((part) => part.replace(/^\[.*\]$/, 'x'))
    .join('/')}`

it('gives the bodies of all uploads their time to arrive, and no others', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => `app/api/${file}`)
  const taking = files.filter((file) => readFileSync(file, 'utf8').includes('takeUpload')).map(addressOf)
  const allowed = files.map(addressOf).filter((address) => upload.test(address))
  expect(taking.length).toBeGreaterThan(2)
  expect(allowed).toEqual(taking)
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

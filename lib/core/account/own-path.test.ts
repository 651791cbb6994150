import { expect, it } from 'vitest'
import { ownPath } from './own-path'

it.each([
  ['/shops/sandbox/products?q=a%20b', '/shops/sandbox/products?q=a%20b'],
  ['shops/sandbox', '/shops/sandbox'],
  ['/sign-out', '/'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
  ['', '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['/..//elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['http://own.invalid@elsewhere.example', '/'],
])('%j leads to %s', (target, path) => expect(ownPath(target)).toBe(path))

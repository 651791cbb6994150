import { expect, it } from 'vitest'
import { deviceName } from './device-name'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) FxiOS/145.0 Mobile Safari/605.1',
    'Firefox',
    'iOS',
  ],
  ['curl/8.14.1', null, null],
  ['', null, null],
])('finds the browser and the system in %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system })
})

import { expect, test } from 'vitest'
import { parseSettings } from './service-settings.mjs'

test('settings of the service are read as systemd reads them', () => {
  const lines = [
    '# a comment',
    '; another',
    'SMTP_URL=smtp://user:pass#word@mail.agency.test:587',
    'MAIL_FROM=Coverdesk <no-reply@agency.test>   ',
    '  PUBLIC_URL = https://portal.agency.test',
    "SINGLE='with # and \\ and\na line'",
    'DOUBLE="with # and \\"quotes\\", \\$HOME and \\n"',
    "TOGETHER='one' \"two\"three'",
    'PLAIN=it\'s "so"',
    'ESCAPED=a\\ b\\\\c \\ ',
    'LONG=first \\',
    'second',
    'EMPTY=',
    'not a setting',
    'LAST=1',
  ]
  const expected = {
    SMTP_URL: 'smtp://user:pass#word@mail.agency.test:587',
    MAIL_FROM: 'Coverdesk <no-reply@agency.test>',
    PUBLIC_URL: 'https://portal.agency.test',
    SINGLE: 'with # and \\ and\na line',
    DOUBLE: 'with # and "quotes", $HOME and \\n',
    TOGETHER: "onetwothree'",
    PLAIN: 'it\'s "so"',
    ESCAPED: 'a b\\c  ',
    LONG: 'first second',
    EMPTY: '',
    LAST: '1',
  }
  expect(parseSettings(lines.join('\n'))).toEqual(expected)
  expect(parseSettings(`${lines.join('\r\n')}\r\n`)).toEqual(expected)
})

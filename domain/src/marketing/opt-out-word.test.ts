import { expect, test } from 'vitest'
import { contactBlockReason } from './contact-block-reason.ts'
import { asksForNoCalls, optOutWord } from './opt-out-word.ts'

test('NOTIF-01 a message of only STOP opts out in any spelling, START opts in again', () => {
  for (const text of ['STOP', ' stop ', 'Stop.', '"stop"', 'STOP ALL', 'Opt-out', 'unsubscribe', 'ALTO', '¡Alto!'])
    expect(optOutWord(text), text).toBe('stop')
  for (const text of ['START', 'unstop', 'Alta.']) expect(optOutWord(text), text).toBe('start')
  for (const text of ['', 'Please stop by my office', 'Do not stop', 'the end', 'Yes', 'Cancel my policy'])
    expect(optOutWord(text), text).toBe(null)
})

test('NOTIF-01 a whole message that asks for it in a sentence opts out, in English and Spanish', () => {
  for (const text of [
    'Stop please',
    'STOP texting me',
    'please stop texting me!!',
    'Stop sending me messages',
    'Dont text me anymore',
    'Don’t contact me again, thanks',
    'Do not call me',
    'No-more texts',
    'Remove me from your list',
    'take me off',
    'Unsubscribe me please',
    'Leave me alone',
    'Stop all.',
    'Stop texts',
    'stop text messages please',
    'End messages',
    'Quit texting me',
    'Never text me again!',
    'I want to opt out',
    'I would like to unsubscribe, thanks',
    'Pare por favor',
    'Detener',
    'stop these messages',
    'No me escriba más',
    'Por favor no me llamen',
    'No me mande más mensajes',
    'Dejen de escribirme',
    'No quiero recibir más mensajes',
    'ya no me escriban',
    'Bórreme de la lista',
    'Quíteme por favor',
    'No más mensajes, gracias',
  ])
    expect(optOutWord(text), text).toBe('stop')
  for (const text of [
    'Stop by at 5',
    'Stop calls to my wife',
    'No calls',
    'I want to stop paying',
    'Never text me before 9',
    'End this month',
    'End it',
    'Cancel it',
    'Quit my job',
    'Pare en mi oficina',
    'Can you stop calling my wife? Call me',
    "Don't text me, call me",
    'Call me please',
    'Remove my wife from the policy',
    'remove me from the policy',
    'No me llame hoy, mañana sí',
    'Cancel please my plan',
    'I did not stop paying',
    'please',
    'thanks',
  ])
    expect(optOutWord(text), text).toBe(null)
})

test('NOTIF-01 a sentence that names calls, any contact or our list also asks not to be called', () => {
  for (const text of [
    'Please stop calling me',
    'Do not contact me again',
    'Take me off your list',
    'Stop calls',
    'Never call me again',
    'Put me on your do not call list',
    'Ya no me llamen por favor',
    'Bórreme de la lista',
    'Leave me alone',
  ])
    expect([optOutWord(text), asksForNoCalls(text)], text).toEqual(['stop', true])
  for (const text of ['STOP', 'stop texting me', 'No me mande más mensajes', 'Stop calling my wife', 'No-more texts'])
    expect(asksForNoCalls(text), text).toBe(false)
})

test('NOTIF-01 the reason for not writing is one sentence, the strongest reason first', () => {
  const nothing = { optedOut: null, doNotContact: false, doNotCall: false, reachable: true, addressed: true }
  expect(contactBlockReason('sms', nothing)).toBe(null)
  expect(contactBlockReason('email', { ...nothing, doNotContact: true, optedOut: 'contact' })).toContain(
    'Do Not Contact',
  )
  expect(contactBlockReason('sms', { ...nothing, doNotCall: true })).toContain('Do Not Call')
  expect(contactBlockReason('email', { ...nothing, doNotCall: true })).toBe(null)
  expect(contactBlockReason('sms', { ...nothing, optedOut: 'contact', reachable: false })).toContain('START')
  expect(contactBlockReason('sms', { ...nothing, optedOut: 'staff' })).toContain('wants no text messages')
  expect(contactBlockReason('email', { ...nothing, reachable: false })).toContain('No gateway for emails')
  expect(contactBlockReason('email', { ...nothing, optedOut: 'contact', addressed: false })).toContain('opted out')
  expect(contactBlockReason('email', { ...nothing, addressed: false })).toContain('under Agency settings')
  expect(contactBlockReason('sms', { ...nothing, addressed: false })).toBe(null)
})

import type { Gateway } from './gateway.ts'

/** Long response timeout: a gateway that is slow may have taken the text, and a retry in between would send it twice. */
const answerMilliseconds = 60_000
/** Statuses that concern the account, the address or the load, not this message. */
const passing = new Set([401, 403, 404, 408, 429])

/** Sends text messages through a gateway with Twilio's REST API. Redirects are failures (P-46). */
export function smsGateway(sms: { url: string; account: string; token: string; from: string }): Gateway {
  const url = `${sms.url}/2010-04-01/Accounts/${sms.account}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${sms.account}:${sms.token}`).toString('base64')}`
  return async ({ recipient, text }, signal) => {
    const phone = /^(?:\+?1)?(\d{10})$/.exec(recipient.replace(/[\s().-]/g, ''))?.[1]
    if (!phone) return { refused: 'not a phone', forGood: true }
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: { authorization },
        body: new URLSearchParams({ To: `+1${phone}`, From: sms.from, Body: text }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'accepted'
      const forGood = answer.status >= 400 && answer.status < 500 && !passing.has(answer.status)
      return { refused: `http ${answer.status}`, forGood }
    } catch (error) {
      return { refused: `http ${error instanceof Error ? error.name : 'error'}`, forGood: false }
    }
  }
}

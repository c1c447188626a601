import type { MessageChannel, MessageKind } from '@coverdesk/domain/messages/message-kinds.ts'

/** Label of each kind of message. */
export const kindWords: Record<MessageKind, string> = {
  'reset-link': 'Password reset',
  'confirm-registration': 'Confirm registration',
  'registration-known': 'Registered again',
  'confirm-email': 'Confirm email',
  'confirm-phone': 'Confirm number',
  'consent-request': 'Consent request',
  'review-request': 'Application review',
  'consent-revoked': 'Consent revoked',
  'exchange-authorization': 'Exchange authorization',
  conversation: 'Conversation',
  'second-factor-code': 'Login code',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'second-factor-changed': 'Second factor changed',
  'recovery-code-used': 'Recovery code used',
  'new-device': 'New device',
  welcome: 'Welcome',
  invitation: 'Invitation',
  'security-alert': 'Security alert',
  'dispute-pack': 'Dispute with a carrier',
  'rights-notice': 'Rights notice',
  'emergency-notice': 'Emergency access',
}

export const channelWords: Record<MessageChannel, string> = { email: 'Email', sms: 'Text message' }

/** Splits a text into pieces; those equal to `link` are links. */
export function textPieces(text: string, link: string | null): { text: string; isLink: boolean }[] {
  // Only http(s) addresses may become links.
  if (!link || !/^https?:\/\//.test(link)) return [{ text, isLink: false }]
  return text
    .split(link)
    .flatMap((piece, index) => [...(index > 0 ? [{ text: link, isLink: true }] : []), { text: piece, isLink: false }])
    .filter((piece) => piece.text !== '')
}

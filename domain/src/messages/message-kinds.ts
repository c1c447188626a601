export const messageKinds = [
  'reset-link',
  'confirm-registration',
  'registration-known',
  'confirm-email',
  'confirm-phone',
  'second-factor-code',
  'password-changed',
  'email-changed',
  'second-factor-changed',
  'recovery-code-used',
  'new-device',
  'welcome',
  'invitation',
  'rights-notice',
  'emergency-notice',
  'consent-request',
  'review-request',
  'consent-revoked',
  'exchange-authorization',
  'conversation',
  'security-alert',
  'dispute-pack',
] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageChannels = ['email', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

export type MessageLanguage = 'en' | 'es'

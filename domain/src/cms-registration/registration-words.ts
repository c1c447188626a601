import type { RegistrationStatus } from './cms-registration-contract.ts'

export const registrationWords: Readonly<Record<RegistrationStatus, string>> = {
  registered: 'Registered',
  'not valid': 'NPN or license not valid',
  'not on the list': 'Not on the list',
  terminated: 'Terminated',
  'no NPN': 'No NPN',
}

/** Entities of audit events about users and their rights. */
export const usersAndRights = [
  'user',
  'user visibility',
  'rights request',
  'emergency access',
  'role template',
] as const

/** Value of the audit filter for events of these entities. */
export const usersAndRightsFilter = 'users and rights'

/** What a typed lead may leave out, for tests. */
export const blankLead = {
  middleName: '',
  dob: '',
  sex: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  plan: '',
} as const

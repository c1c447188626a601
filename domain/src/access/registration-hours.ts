/** Hours in which a public registration must confirm its email address. */
export const registrationHours = 24

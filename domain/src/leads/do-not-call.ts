/** Disposition after which a number is neither called nor texted (47 CFR 64.1200(d)); its name is fixed. */
export const doNotCall = 'Do Not Call'

/** What is said of a number that is not called, for any of the reasons below. */
export const noCalls = 'This number asked not to be called'

/** Why a number that a lead with this disposition has is blocked. */
export const doNotCallReason = `${noCalls}: a lead with it has the disposition Do Not Call`

/** Why a number that wrote it itself is blocked (47 CFR 64.1200(d)(3)). */
export const wroteNoCallsReason = `${noCalls}, in a text message. It can be called after it answers START`

/** Disposition after which a number is neither called nor texted (47 CFR 64.1200(d)); its name is fixed. */
export const doNotCall = 'Do Not Call'

/** Why a number that a lead with this disposition has is blocked. */
export const doNotCallReason = 'This number asked not to be called: a lead with it has the disposition Do Not Call'

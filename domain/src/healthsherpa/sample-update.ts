/** Update in the shape that HealthSherpa documents (decision 188), for tests; its people and numbers are invented. */
export const sampleUpdate = {
  transaction_id: 700100200,
  application_id: 'HSA-TEST-1',
  policy_status: 'effectuated',
  event_type: 'sync',
  event_timestamp: '11/20/2026',
  external_id: null as string | null,
  policy_aor_npn: '71984127',
  submitter_npn: '71984127',
  npn_used_at_submission: '71984127',
  issuer_hios_id: '16842',
  members: [{ member_id: 'HSM-TEST-1', first_name: 'Ida', last_name: 'Case', date_of_birth: '02/29/1988' }],
  policies: [
    {
      policy_id: 'HSP-TEST-1',
      effective_date: '12/01/2026',
      expiration_date: '12/31/2026',
      status: 'effectuated',
      plan_hios_id: '16842FL0070073',
      gross_premium: 512.4,
      members: [{ member_id: 'HSM-TEST-1', effective_date: '12/01/2026', removed_date: null }],
      payment: {
        payment_status: 'paid',
        payment_status_updated_date: '11/19/2026',
        paid_through_date: '12/31/2026',
        current_member_responsibility_balance_due: '0.00',
        autopay_indicator: true,
      },
    },
  ],
}

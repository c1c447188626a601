-- When an enrollment of this application was last started at HealthSherpa, so that the client is not enrolled twice.
alter table ede_applications add column health_sherpa_at timestamptz;

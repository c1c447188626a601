-- Browser and system of a known device, so that its cookie on another one counts as new; null until its next sign-in.
alter table known_devices add column device text;
-- The sign-in on a new device that was mailed: one from the same device and address is not mailed again within a day.
alter table known_devices add column mailed_address text;

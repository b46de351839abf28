-- The comment in 31_staff.sql says that an accepted invitation clears this column. It does not: a password alone is not enough.
comment on column staff.invited_at is
  'the last invitation, also once its password is set; null when the person has added a second factor, or has left';

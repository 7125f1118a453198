// One password as other systems hash it, in every scheme that exports hold. Made by libxcrypt, OpenSSL and passlib, Perl's
// Digest::SHA for Drupal, argon2-cffi for argon2, and Python's hashlib for the rest.

export const passwordOfHashes = 'correct horse'

/** Scheme, hash. */
export const hashesOfOrigins: readonly (readonly [string, string])[] = [
  ['bcrypt', '$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'],
  ['bcrypt', '$2b$06$abcdefghijklmnopqrstuud/5IuQmqhVO0kfNEbHJM.fJkPiliBzC'],
  ['bcrypt', '$2y$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'],
  ['bcrypt', '$2$04$abcdefghijklmnopqrstuu62xRgOHofvUD80kqN4W7fhcF5w16HZO'],
  ['md5crypt', '$1$saltsalt$NuzA7WTAelpl95xgBGWN60'],
  ['md5plain', '3cb4e732631f47e6eb961f34554b7cde'],
  ['md5salted-suffix', '$md5salted-suffix$salt$D4rOOyuX/Dgg3vClp5z5Og=='],
  ['md5salted-prefix', '$md5salted-prefix$salt$3oSY6xKwMJc3MQyJcc/Hog=='],
  ['phpass', '$P$6saltsaltm5kzegSSYLpteeiemmHd3/'],
  ['phpass', '$H$6saltsaltm5kzegSSYLpteeiemmHd3/'],
  ['drupal7', '$S$8saltsalt1JT4rcRQtTjBaU3e5LbA81SVFdzrQJzk/L28r39Pz80'],
  ['sha256crypt', '$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC'],
  ['sha512crypt', '$6$saltstring$.r0X7ub5wGR2v4Xz7svCIozfnlorFh19V89t8KC9Umd81uGhFgsyTRNyzQDXDIm17fFcR9z3z7oBNdsyYBbtm/'],
  ['sha512crypt', '$6$rounds=6000$saltstring$AZ/BioSPDvfHG0HDj1RNiTmuS5iDElOIs3noGNpyRtskPOZ.jsC1sHD0qN4B/Tv8QLNsMqa202MZh3xar9J28.'],
  ['scrypt', '$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$0LupyHkzAIgDr9UDsriAAf87vMbCbcaUfDvFOAHk0D0'],
  ['scrypt', '$7$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$0LupyHkzAIgDr9UDsriAAf87vMbCbcaUfDvFOAHk0D0'],
  ['pbkdf2-sha1', '$pbkdf2$1000$MDEyMzQ1Njc4OWFiY2RlZg$aUfE2vx5Q7zgbb0jx49AaNpXUQQ'],
  ['pbkdf2-sha1', '$pbkdf2-sha1$1000$MDEyMzQ1Njc4OWFiY2RlZg$aUfE2vx5Q7zgbb0jx49AaNpXUQQ'],
  ['pbkdf2-sha224', '$pbkdf2-sha224$1000$MDEyMzQ1Njc4OWFiY2RlZg$twImazcE2dWHG3cWijze2HXYAqsO8Ye68myJ/g'],
  ['pbkdf2-sha256', '$pbkdf2-sha256$1000$MDEyMzQ1Njc4OWFiY2RlZg$cBg8D2DungRB9k76szThf5ehfyBz991ay6PT8Srwk4M'],
  ['pbkdf2-sha384', '$pbkdf2-sha384$1000$MDEyMzQ1Njc4OWFiY2RlZg$IGo9W0iVgNNJmI5zWHRpSv7A9PNtRVqHJpRu.0VJbWi44jzGgj/365D/SIWG1L40'],
  [
    'pbkdf2-sha512',
    '$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg$OM0FAoIqCVK1sWtxDiffVlBejtL' +
      'a.ks4TP71JiecwuSZCG8iLbnlIEPOMoVX.i2B2wkSxjQ8CRGR9OkNGuIPMQ',
  ],
  ['argon2i', '$argon2i$v=19$m=8192,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$n4YSndXz/jNkBZuHPR4vBsjRraT0zjfLSqKkq+/hmYg'],
  ['argon2id', '$argon2id$v=19$m=8192,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$8KiasSBc2fS0FNTAjSExfwk7mYt//71eOWzwQ2N3VkA'],
]

/** Turbopack loader: React Aria brings 30 languages of its own words into every page; those not offered are emptied. */
module.exports = () => 'export default {}'

import 'server-only'
import type { CustomerTarget } from '../import'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import type { ImportSource } from '../../jobs/server/imports/store'
import { rowKeys } from './import-keys'

/**
 * Names that columns have in files, also in a few more languages. Our own export's are the targets' own. “Customer ID”
 * is what the merchant's system calls it; a plain “name” may be either or both, and is nobody's guess.
 */
const names: ColumnNames<CustomerTarget> = {
  id: 'id gatewayid',
  first_name: `firstname givenname forename vorname prénom prenom nombre nombres nome primeironome voornaam imię imie
    fornavn förnamn etunimi jméno имя імя`,
  last_name: `lastname surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome
    sobrenome apelido achternaam nazwisko efternavn efternamn sukunimi příjmení фамилия прізвище`,
  email: `email emailaddress mail emailadresse mailadresse adressemail adresseemail courriel correo correoelectrónico
    correoelectronico emailadres posta электроннаяпочта почта елпошта`,
  phone: `phone phonenumber telephone tel mobile mobilephone cell cellphone telefon telefonnummer handy mobil
    téléphone teléfono telefono móvil movil cellulare telefone celular telefoon telefoonnummer numertelefonu puhelin
    телефон`,
  ip: 'ip ipaddress ipadresse ipaddr adresseip direcciónip clientip customerip remoteip',
  country: 'country countrycode land ländercode pays país pais paese nazione kraj maa země страна країна',
  state: 'state province stateprovince provincecode statecode region bundesland provincia stato estado',
  city: 'city town ort stadt wohnort ville ciudad città citta cidade stad plaats woonplaats miasto by город місто',
  zip: `zip zipcode postcode postalcode plz postleitzahl codepostal códigopostal codigopostal cp cap cep kodpocztowy
    postnummer postinumero psč индекс`,
  address: `address address1 addressline1 street streetaddress strasse straße adresse anschrift rue dirección direccion
    indirizzo via endereço endereco morada adres straat ulica адрес адреса`,
  external_id: `externalid customerid customernumber customerno clientid kundennummer kundennr kunde numéroclient
    numeroclient numerocliente idcliente klantnummer`,
}

/** Files of customers. */
export const customerFile: ImportSource = {
  kind: 'customers.import',
  guess: columnGuesser(names),
  keysOf: rowKeys,
}

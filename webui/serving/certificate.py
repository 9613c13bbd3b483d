# Tested by tests/test_webui_serving.py.
"""A certificate of our own, made at the first start: a phone lends its camera to a secure page alone.

Two files in the data folder: an authority, which a person may install on a phone, and what it vouches for. The
authority can vouch for this house only (name constraints, RFC 5280, 4.2.1.10), whoever steals it.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from hardware.path import replacing
from webui.serving.addresses import Address, own_addresses, own_names

AUTHORITY = "authority.pem"
LEAF = "certificate.pem"
AUTHORITY_DAYS = 3650
"""Days that the authority is good for. Smaller: phones must be told to trust it again sooner."""
LEAF_DAYS = 820
"""Days that a certificate is good for. Larger: Apple takes none of more than 825 days."""
RENEW_DAYS = 60
"""Days before its end that a certificate is made anew. Smaller: it may end while the program runs."""
HOUSE = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
NAMES = ("local", "lan", "home.arpa", "localhost")
"""What only the network of a house gives out (RFC 6762, 8375, 6761, 1918, 4193), and so what may be vouched for."""

NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
MINE = 0o600

Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True)
class Pair:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: Key

    @classmethod
    def read(cls, path: Path) -> Pair:
        """Raises OSError, ValueError."""
        data = path.read_bytes()
        key = serialization.load_pem_private_key(data, None)
        if not isinstance(key, Key):
            raise ValueError("another kind of key")
        return cls(x509.load_pem_x509_certificate(data), key)

    def write(self, path: Path, *above: x509.Certificate) -> None:
        """For this user alone. Raises OSError."""
        how = serialization.Encoding.PEM
        key = self.key.private_bytes(how, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        lines = key + b"".join(each.public_bytes(how) for each in (self.certificate, *above))
        with replacing(path) as part, os.fdopen(os.open(part, NEW, MINE), "wb") as file:
            file.write(lines)

    @property
    def lasts(self) -> bool:
        """Whether it holds now and for a while to come."""
        now = datetime.now(UTC)
        return (
            self.certificate.not_valid_before_utc
            <= now
            < self.certificate.not_valid_after_utc - timedelta(RENEW_DAYS)
        )


def open_certificate(folder: Path, addresses: Sequence[Address] | None = None) -> ssl.SSLContext:
    """What a server needs to speak HTTPS under each of these addresses (else all of this machine) and its names.

    Made where it is not there, ends soon, or lacks an address that the machine has now. Raises OSError, ValueError.
    """
    addresses = own_addresses() if addresses is None else addresses
    folder.mkdir(parents=True, exist_ok=True)
    authority = _read(folder / AUTHORITY)
    if authority is None:
        authority = _authority(addresses)
        authority.write(folder / AUTHORITY)
    leaf = _read(folder / LEAF)
    if leaf is None or not _vouched(leaf, authority) or not _names(leaf) >= _wanted(authority, addresses):
        leaf = _leaf(authority, _wanted(authority, addresses))
        leaf.write(folder / LEAF, authority.certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(folder / LEAF)
    return context


def authority_of(folder: Path) -> bytes:
    """The authority as a phone installs it (DER), without its key. Raises OSError, ValueError."""
    return Pair.read(folder / AUTHORITY).certificate.public_bytes(serialization.Encoding.DER)


def fingerprint_of(folder: Path) -> str:
    """The SHA-256 of the certificate as browsers show it. Raises OSError, ValueError."""
    return Pair.read(folder / LEAF).certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _read(path: Path) -> Pair | None:
    """What is there, if it can be used."""
    try:
        pair = Pair.read(path)
    except (OSError, ValueError):
        return None
    return pair if pair.lasts else None


def _vouched(leaf: Pair, authority: Pair) -> bool:
    try:
        leaf.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:  # it raises one of several for one cause
        return False
    return True


def _names(leaf: Pair) -> set[x509.GeneralName]:
    return set(leaf.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)


def _wanted(authority: Pair, addresses: Iterable[Address]) -> set[x509.GeneralName]:
    """What the certificate is to name: of the addresses those that the authority can vouch for."""
    allowed = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    nets = [each.value for each in allowed.permitted_subtrees or () if isinstance(each, x509.IPAddress)]
    hosts = [*addresses, ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1")]
    inside = (host for host in hosts if any(host in net for net in nets))  # type: ignore[operator]
    return {*map(x509.IPAddress, inside), *(x509.DNSName(name) for name in (*own_names(), "localhost"))}


def _authority(addresses: Iterable[Address]) -> Pair:
    """An authority for this house, and for addresses of this machine that are none of a house's own."""
    nets = [ipaddress.ip_network(net) for net in HOUSE]
    nets += [ipaddress.ip_network(host) for host in addresses if not any(host in net for net in nets)]
    allowed = [*(x509.DNSName(name) for name in (*NAMES, *own_names())), *map(x509.IPAddress, nets)]
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Roll Call on {(*own_names(), 'this table')[0]}")]
    )
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    made = (
        _begun(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(True, 0), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return Pair(made.sign(key, hashes.SHA256()), key)


def _leaf(authority: Pair, names: Iterable[x509.GeneralName]) -> Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    above = authority.certificate
    identity = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Roll Call")])
    made = (
        _begun(name, above.subject, key, LEAF_DAYS)
        .add_extension(x509.SubjectAlternativeName(sorted(names, key=str)), critical=False)
        .add_extension(x509.BasicConstraints(False, None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(identity, critical=False)
    )
    return Pair(made.sign(authority.key, hashes.SHA256()), key)


def _begun(name: x509.Name, above: x509.Name, key: Key, days: int) -> x509.CertificateBuilder:
    # A day back: the clocks of two devices differ.
    begin = datetime.now(UTC) - timedelta(1)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(above)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days))
    )

#pragma once
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

/* SSL_CTX_set_min_proto_version is a function-like macro; no TLS before 1.2 (RFC 8996). */
static inline int cssl_refuse_old_versions(SSL_CTX *context) {
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

/* The options are macros over a cast, which Swift does not import. No compression and no renegotiation
   (RFC 9325, 3.3 and 3.5); no tickets, whose key would outlive the connections that it can open. What ends
   without a close_notify ends: how long a request is it says itself (RFC 9112, 9.8). */
static inline void cssl_set_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_num_tickets(context, 0);
}

/* Function-like macros. A record at a time is sent, from wherever its bytes are by then, and one is read at
   a time, so that no client keeps its thread; buffers of connections that are idle are let go of. */
static inline void cssl_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

/* A function-like macro. The context takes the certificate over where the answer is 1. */
static inline int cssl_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

/* The answer has to point to bytes that stay, which Swift's don't. http/1.1 is what there is (RFC 7301); a
   client that wants only something else is told so. */
static inline int cssl_choose_protocol(SSL *session, const unsigned char **chosen,
                                       unsigned char *size, const unsigned char *offered,
                                       unsigned int offered_size, void *context) {
  static const unsigned char ours[] = "\x08http/1.1";
  (void)session, (void)context;
  return SSL_select_next_proto((unsigned char **)chosen, size, ours, sizeof ours - 1, offered,
                               offered_size) == OPENSSL_NPN_NEGOTIATED
             ? SSL_TLSEXT_ERR_OK
             : SSL_TLSEXT_ERR_ALERT_FATAL;
}
static inline void cssl_set_protocols(SSL_CTX *context) {
  SSL_CTX_set_alpn_select_cb(context, cssl_choose_protocol, NULL);
}

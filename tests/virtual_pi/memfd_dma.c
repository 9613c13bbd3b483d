/* Loaded before libcamera on kernels that have neither /dev/udmabuf nor /dev/dma_heap: answers the requests for
   buffers to share with ordinary memory. Everything else about the virtual camera stays real. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_missing_heap(const char *path)
{
	if (!path || !access(path, F_OK))
		return 0;
	return !strcmp(path, "/dev/udmabuf") || !strcmp(path, "/dev/dma_heap/linux,cma");
}

static int is_memory_file(int fd)
{
	char link[64], target[64] = "";
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	return readlink(link, target, sizeof target - 1) > 0 && !strncmp(target, "/memfd:", 7);
}

#define REPLACE_OPEN(name)                                                                  \
	int name(const char *path, int flags, ...)                                          \
	{                                                                                   \
		static int (*real)(const char *, int, ...);                                 \
		va_list rest;                                                               \
		va_start(rest, flags);                                                      \
		mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;     \
		va_end(rest);                                                               \
		if (is_missing_heap(path))                                                  \
			return memfd_create("heap", MFD_CLOEXEC);                           \
		if (!real)                                                                  \
			real = dlsym(RTLD_NEXT, #name);                                     \
		return real(path, flags, mode);                                             \
	}
REPLACE_OPEN(open)
REPLACE_OPEN(open64)

static int allocate(struct dma_heap_allocation_data *asked)
{
	int fd = memfd_create("buffer", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, asked->len))
		return -1;
	asked->fd = fd;
	return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, void *);
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	if (is_memory_file(fd)) {
		if (request == UDMABUF_CREATE)
			return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 0);
		if (request == DMA_HEAP_IOCTL_ALLOC)
			return allocate(argument);
		if (request == DMA_BUF_IOCTL_SYNC || _IOC_TYPE(request) == _IOC_TYPE(DMA_BUF_SET_NAME))
			return 0;
	}
	if (!real)
		real = dlsym(RTLD_NEXT, "ioctl");
	return real(fd, request, argument);
}
